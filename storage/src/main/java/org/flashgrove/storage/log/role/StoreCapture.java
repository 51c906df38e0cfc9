package org.flashgrove.storage.log.role;

import java.util.function.Consumer;
import org.flashgrove.core.log.AppendLog;

/** Receives the state of a store that is to be copied. */
@FunctionalInterface
public interface StoreCapture {
  /**
   * Starts a copy. No page is written during the call. The pages in the page file and in files of
   * structures, and the frames of the copy's log, together form the store at one commit.
   *
   * @param commit number of the commit
   * @param lastFrame number of the newest frame; the frames of the copy's log have later numbers
   * @param log appends the frames of the copy's log to a sink; may also be called after this method
   *     returns
   */
  void take(long commit, long lastFrame, Consumer<AppendLog.FrameSink> log);
}
