package org.flashgrove.unitspace.file;

import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.log.AppendLogContract;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.framelog.FrameLog;

/** Logs in the units of a file, also after the directory was closed and opened again. */
class UnitLogTest extends AppendLogContract {
  private static final long TAG = 0xF1A5_46E0L;

  private final MemoryDirectory outer = new MemoryDirectory();
  private UnitDirectory directory = TestUnits.format(outer);
  private int logs;

  @Override
  protected AppendLog create() {
    return FrameLog.create(directory, "log" + ++logs, TAG, 4096);
  }

  @Override
  protected AppendLog reopen() {
    directory.close();
    directory = TestUnits.mount(outer);
    return FrameLog.open(directory, "log" + logs, TAG, 4096);
  }
}
