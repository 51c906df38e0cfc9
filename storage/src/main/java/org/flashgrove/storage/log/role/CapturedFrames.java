package org.flashgrove.storage.log.role;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.core.log.AppendLog;

/** Log frames that structures have appended, kept in memory until they are copied to a log. */
public final class CapturedFrames implements AppendLog.FrameSink {
  private record Frame(int type, long[] words) {}

  private final List<Frame> frames = new ArrayList<>();

  @Override
  public void append(int type, long[] words, int length) {
    frames.add(new Frame(type, Arrays.copyOf(words, length)));
  }

  /** Returns the number of frames. */
  public int size() {
    return frames.size();
  }

  /** Appends the frames to {@code sink} in their original order. */
  public void copyTo(AppendLog.FrameSink sink) {
    for (Frame frame : frames) {
      sink.append(frame.type(), frame.words(), frame.words().length);
    }
  }
}
