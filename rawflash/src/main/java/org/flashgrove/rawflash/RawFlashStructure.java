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
 * A structure of a store on the raw flash that the device has beside files. The store's flash-aware
 * buffer and the pool below it have no part in it.
 *
 * @param <O> its changes
 * @param <S> its snapshots
 */
public abstract sealed class RawFlashStructure<
        O extends RawFlashOperation, S extends RawFlashSnapshot>
    extends Structure permits MuTreeStructure, MicroStructure {

  RawFlashStructure(String name, StructureConfig config, StructureContext site) {
    super(name, config, site);
  }

  /**
   * Refuses a store without raw flash, or without a log, for a structure that needs both.
   *
   * @throws SpecException naming what is allowed
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

  /** Returns the structure as the newest commit left it. Close it. */
  public final S snapshot() {
    return stored().snapshot();
  }

  /** Returns the structure as a snapshot of the store has it; it is closed with that. */
  public final S at(StoreSnapshot snapshot) {
    return snapshot.of(stored());
  }

  /** Begins changes that are a commit of their own. Close them. */
  public final O begin() {
    return stored().begin();
  }

  /** Begins changes that a batch of the store commits together with others, and closes. */
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
    // the replay of the log has opened the structure
  }

  @Override
  protected final void close() {
    stored().awaitChanges();
  }
}
