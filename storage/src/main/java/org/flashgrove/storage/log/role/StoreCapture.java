package org.flashgrove.storage.log.role;

import java.util.function.Consumer;
import org.flashgrove.core.log.AppendLog;

/** Receives what a copy of a store needs. */
@FunctionalInterface
public interface StoreCapture {
  /**
   * Begins a copy. Called while no page is written: the pages as they are during the call, in the
   * slots and in files of structures' own, together with the frames of the copy's log, are the
   * store as one commit left it.
   *
   * @param commit number of the commit
   * @param lastFrame number of the newest frame; those of the copy's log are numbered from the next
   *     on
   * @param log appends the frames of the copy's log to a sink; may also be called after this method
   */
  void take(long commit, long lastFrame, Consumer<AppendLog.FrameSink> log);
}
