package org.flashgrove.rawflash;

import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.kind.StructureContext;
import org.flashgrove.access.metrics.StructureStats;
import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.rawflash.logged.LoggedRawFlash;
import org.flashgrove.rawflash.logged.RawFlashOperation;
import org.flashgrove.rawflash.logged.RawFlashSnapshot;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.WriteBatch;

/**
 * A structure of a store on the device's raw flash. It uses neither the store's flash-aware buffer
 * nor the page pool below that buffer.
 *
 * @param <O> type of operations
 * @param <S> type of snapshots
 */
public abstract sealed class RawFlashStructure<
        O extends RawFlashOperation, S extends RawFlashSnapshot>
    extends Structure permits MuTreeStructure, MicroStructure {

  RawFlashStructure(String name, StructureConfig config, StructureContext site) {
    super(name, config, site);
  }

  /**
   * Rejects a configuration whose device has no raw flash or whose buffer has no log. The structure
   * needs both.
   *
   * @throws SpecException if the raw flash or the log is missing; the message names the allowed
   *     settings
   */
  static void requireRawFlash(StructureConfig config, DeviceConfig device, BufferConfig buffer) {
    if (device.rawFlash() == null) {
      throw new SpecException(
          "structure '"
              + config
              + "' on device '"
              + device
              + "', which has no raw flash (allowed: rawnand)");
    }
    if (!buffer.logsCommits()) {
      throw new SpecException(
          "structure '"
              + config
              + "' with flash spec '"
              + buffer
              + "', which has no log (allowed: none, or a buffer with a log, such as efind)");
    }
  }

  @Override
  protected abstract LoggedRawFlash<O, S> stored();

  /** Returns a snapshot of the newest commit. The caller closes it. */
  public final S snapshot() {
    return stored().snapshot();
  }

  /**
   * Returns this structure in the state that a snapshot of the store reads. Closing the store's
   * snapshot also closes the returned snapshot.
   */
  public final S at(StoreSnapshot snapshot) {
    return snapshot.of(stored());
  }

  /** Begins an operation with its own commit. The caller closes it. */
  public final O begin() {
    return stored().begin();
  }

  /**
   * Begins an operation that is part of a batch of the store. The batch commits and closes the
   * operation.
   */
  public final O begin(WriteBatch batch) {
    return batch.begin(stored());
  }

  @Override
  public final long size() {
    return stored().size();
  }

  @Override
  public final StructureStats stats() {
    return StructureStats.of(name(), size(), io(), null);
  }

  @Override
  protected final void open() {
    // the replay of the log has already opened the structure
  }

  @Override
  protected final void close() {
    stored().awaitChanges();
  }
}
