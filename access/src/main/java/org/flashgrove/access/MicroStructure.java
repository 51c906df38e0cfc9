package org.flashgrove.access;

import java.util.List;
import java.util.Objects;
import org.flashgrove.access.rawflash.LoggedMicro;
import org.flashgrove.access.rawflash.MicroOperation;
import org.flashgrove.access.rawflash.MicroSnapshot;
import org.flashgrove.access.settings.FlashSpec;
import org.flashgrove.access.settings.StoreForm;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.indexes.micro.MicroFigures;
import org.flashgrove.indexes.micro.MicroGfOptions;
import org.flashgrove.indexes.micro.MicroHashOptions;
import org.jspecify.annotations.Nullable;

/**
 * A MicroHash or MicroGF of a store: records in the order of their times on the raw flash that the
 * device has beside files. Records are appended, and overwrite the oldest ones when the flash is
 * full; nothing is changed or deleted.
 */
public final class MicroStructure extends RawFlashStructure<MicroOperation, MicroSnapshot> {
  private final LoggedMicro records;

  /**
   * Settings of such a structure in a store.
   *
   * @param hash those of a MicroHash, or null
   * @param gridFile those of a MicroGF if it is no MicroHash
   */
  record Settings(@Nullable MicroHashOptions hash, @Nullable MicroGfOptions gridFile)
      implements StructureSettings {
    static Settings ofHash(Spec spec, int pageSize) {
      return new Settings(MicroHashOptions.of(spec), null);
    }

    static Settings ofGridFile(Spec spec, int pageSize) {
      return new Settings(null, MicroGfOptions.of(spec));
    }

    @Override
    public Structure make(String name, StructureConfig config, StructureSite site) {
      return new MicroStructure(name, config, site);
    }

    @Override
    public boolean isByKey() {
      return hash != null;
    }

    @Override
    public void requireFits(String spec, StoreForm form, FlashSpec flash) {
      requireRawFlash(spec, form, flash);
      if (hash != null) {
        hash.requireFits(form.device().rawFlash());
      } else {
        Objects.requireNonNull(gridFile).requireFits(form.device().rawFlash());
      }
    }

    private LoggedMicro attach(StructureSite site) {
      return hash != null
          ? LoggedMicro.of(site.log(), site.number(), site.flash(), hash)
          : LoggedMicro.of(
              site.log(), site.number(), site.flash(), Objects.requireNonNull(gridFile));
    }
  }

  private MicroStructure(String name, StructureConfig config, StructureSite site) {
    super(name, config, site);
    records = config.of(Settings.class).attach(site);
  }

  /** Returns what the structure is and has done since the store was opened. */
  public MicroFigures figures() {
    return records.figures();
  }

  @Override
  protected LoggedMicro stored() {
    return records;
  }

  @Override
  public CheckReport check() {
    List<String> problems = records.check();
    MicroFigures figures = records.figures();
    return new CheckReport(
        problems.isEmpty(), 0, 0, 0, figures.records(), problems.size(), problems);
  }
}
