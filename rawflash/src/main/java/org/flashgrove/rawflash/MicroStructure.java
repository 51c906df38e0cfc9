package org.flashgrove.rawflash;

import java.util.List;
import org.flashgrove.access.kind.MemoryRequest;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.kind.StructureContext;
import org.flashgrove.access.kind.StructureRole;
import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.access.structure.TimeStructure;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.rawflash.logged.LoggedMicro;
import org.flashgrove.rawflash.logged.MicroOperation;
import org.flashgrove.rawflash.logged.MicroSnapshot;
import org.flashgrove.rawflash.micro.MicroGfOptions;
import org.flashgrove.rawflash.micro.MicroHashOptions;
import org.flashgrove.rawflash.micro.MicroSettings;
import org.flashgrove.rawflash.micro.MicroStats;
import org.flashgrove.storage.device.DeviceConfig;

/**
 * A MicroHash or MicroGF in a store: records in time order on the device's raw flash. Records are
 * only appended; when the flash is full, new records overwrite the oldest records.
 */
public final class MicroStructure extends RawFlashStructure<MicroOperation, MicroSnapshot>
    implements TimeStructure {
  private final LoggedMicro records;

  /** Settings of a MicroHash or a MicroGF in a store. */
  static final class Settings extends StructureConfig {
    private final MicroHashOptions hash;
    private final MicroGfOptions gridFile;

    Settings(Spec spec, MicroHashOptions hash, MicroGfOptions gridFile) {
      super(spec, StructureRole.TIMES);
      this.hash = hash;
      this.gridFile = gridFile;
    }

    @Override
    public boolean isOnRawFlash() {
      return true;
    }

    @Override
    public Structure make(String name, StructureContext site) {
      return new MicroStructure(name, this, site);
    }

    @Override
    public boolean isByKey() {
      return hash != null;
    }

    @Override
    public MemoryRequest memory(DeviceConfig device, int pageSize, BufferConfig buffer) {
      FlashGeometry flash = device.rawFlash();
      return flash == null ? MemoryRequest.NONE : MemoryRequest.onHeap(options().takenBytes(flash));
    }

    private MicroSettings options() {
      return hash != null ? hash : gridFile;
    }

    @Override
    public void requireFits(DeviceConfig device, int pageSize, BufferConfig buffer) {
      requireRawFlash(this, device, buffer);
      options().requireFits(device.rawFlash());
    }

    /**
     * Returns the options of the structure with the amount of memory that the store assigns to the
     * structure. Rejects an amount that is too small.
     */
    private MicroSettings divided(StructureContext site, FlashGeometry flash) {
      long asked = options().takenBytes(flash);
      long share = site.heapBytes(asked);
      if (share == asked) {
        return options();
      }
      MicroSettings divided = hash != null ? hash.withMemory(share) : gridFile.withMemory(share);
      divided.requireFits(flash);
      return divided;
    }

    private LoggedMicro attach(StructureContext site) {
      RawFlash flash = site.flash();
      MicroSettings divided = divided(site, flash.geometry());
      return divided instanceof MicroHashOptions ofHash
          ? LoggedMicro.of(site.log(), site.number(), flash, ofHash)
          : LoggedMicro.of(site.log(), site.number(), flash, (MicroGfOptions) divided);
    }
  }

  private MicroStructure(String name, StructureConfig config, StructureContext site) {
    super(name, config, site);
    records = config.of(Settings.class).attach(site);
  }

  @Override
  public void append(long key, long value) {
    try (MicroOperation operation = begin()) {
      operation.insert(nextTime(operation), key, value);
      operation.commit();
    }
  }

  @Override
  public void append(long id, double x, double y) {
    try (MicroOperation operation = begin()) {
      operation.insert(nextTime(operation), id, x, y);
      operation.commit();
    }
  }

  private static long nextTime(MicroOperation operation) {
    long newest = operation.newestTime();
    return newest == Long.MIN_VALUE ? 0 : newest + 1;
  }

  /** Returns the state of the structure and statistics since the store was opened. */
  @Override
  public MicroStats figures() {
    return records.figures();
  }

  @Override
  protected LoggedMicro stored() {
    return records;
  }

  @Override
  public CheckReport check() {
    List<String> problems = records.check();
    MicroStats figures = records.figures();
    return new CheckReport(
        problems.isEmpty(), 0, 0, 0, figures.records(), problems.size(), problems);
  }
}
