package org.flashgrove.simulator.store;

import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.log.AppendLogContract;
import org.flashgrove.simulator.device.NandSpec;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.storage.framelog.FrameLog;

/** Logs as partitions of one device, also after the directory was closed and found again. */
abstract class SimulatedLogContract extends AppendLogContract {
  private static final long TAG = 0xF1A5_46E0L;

  private final SimulatedDevice device = NandSpec.parse(spec()).open();
  private SimulatedDirectory directory =
      SimulatedDirectory.format(device, true, 1, name -> PageOrigins.always(Origin.LOG));
  private int logs;

  abstract String spec();

  @Override
  protected AppendLog create() {
    return FrameLog.create(directory, "log" + ++logs, TAG, 4096);
  }

  @Override
  protected AppendLog reopen() {
    directory.close();
    directory = SimulatedDirectory.mount(device, 1, name -> PageOrigins.always(Origin.LOG));
    return FrameLog.open(directory, "log" + logs, TAG, 4096);
  }
}
