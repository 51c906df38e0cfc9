package org.flashgrove.storage.framelog;

import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.log.AppendLogContract;
import org.flashgrove.storage.file.StoreDirectory;

/** The contract for logs in files of a directory. */
abstract class FrameLogContract extends AppendLogContract {
  private static final long TAG = 0xF1A5_46E0L;

  private int logs;

  abstract StoreDirectory directory();

  @Override
  protected AppendLog create() {
    return FrameLog.create(directory(), "log" + ++logs, TAG, 4096);
  }

  @Override
  protected AppendLog reopen() {
    return FrameLog.open(directory(), "log" + logs, TAG, 4096);
  }
}
