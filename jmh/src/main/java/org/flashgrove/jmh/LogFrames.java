package org.flashgrove.jmh;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.flashgrove.storage.file.disk.DiskDirectory;
import org.flashgrove.storage.framelog.FrameLog;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures appending frames to a log and replaying them. A frame is a record of the log, such as a
 * commit. The log is a file in the directory of temporary files. There is one benchmark for each
 * point at which an append may end: when the frame is in the log's buffer, when it is in the file,
 * and when it is synced.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Thread)
@Threads(1)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LogFrames {
  private static final int FRAMES = 10_000;
  private static final long MOST_BYTES = 64 << 20;
  private static final long TAG = 1;
  private static final int PAGE = 4096;

  /** Words per frame. An insertion has about 8 words, a batch of a thousand insertions 6,000. */
  @Param({"8", "6000"})
  private int words;

  @Param({"true", "false"})
  private boolean packed;

  private Path directory;
  private long[] frame;
  private FrameLog log;
  private FrameLog full;

  /** Creates the logs. */
  @Setup(Level.Trial)
  public void create() throws Exception {
    directory = Files.createTempDirectory("log-frames");
    frame = new Random(TAG).longs(words, 0, 1 << 24).toArray();
    DiskDirectory files = new DiskDirectory(directory);
    log = FrameLog.create(files, "log", TAG, PAGE, packed);
    full = FrameLog.create(files, "full", TAG, PAGE, packed);
    for (int i = 0; i < FRAMES * 8 / words; i++) {
      full.append(1, frame, words);
    }
    full.drain();
  }

  /** Deletes the logs. */
  @TearDown(Level.Trial)
  public void remove() throws Exception {
    log.close();
    full.close();
    for (String name : new String[] {"log", "full"}) {
      Files.deleteIfExists(directory.resolve(name));
    }
    Files.deleteIfExists(directory);
  }

  /**
   * Empties the log before each iteration and when it has become large, so that it does not fill
   * the disk.
   */
  @Setup(Level.Iteration)
  public void empty() {
    log.rewrite(sink -> sink.append(1, frame, words));
  }

  private void append() {
    log.append(1, frame, words);
    if (log.sizeBytes() > MOST_BYTES) {
      empty();
    }
  }

  /** Appends a frame to the log's buffer. The log writes the buffer to the file later. */
  @Benchmark
  public void appended() {
    append();
  }

  /** Appends a frame and writes it to the file. */
  @Benchmark
  public void drained() {
    append();
    log.drain();
  }

  /** Appends a frame and syncs the log. */
  @Benchmark
  public void synced() {
    append();
    log.sync();
  }

  /** Replays a log with 80,000 words of frames. */
  @Benchmark
  public long replayed() {
    long[] sum = {0};
    full.replay((number, type, content, length) -> sum[0] += content[length - 1]);
    return sum[0];
  }
}
