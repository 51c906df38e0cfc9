package org.flashgrove.access;

import java.util.List;
import org.flashgrove.access.rawflash.LoggedMicro;
import org.flashgrove.access.rawflash.MicroOperation;
import org.flashgrove.access.rawflash.MicroSnapshot;
import org.flashgrove.access.settings.FlashSpec;
import org.flashgrove.access.settings.StoreForm;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.indexes.micro.MicroFigures;
import org.flashgrove.indexes.micro.MicroGfOptions;
import org.flashgrove.indexes.micro.MicroHashOptions;

/**
 * A MicroHash or MicroGF of a store: records in the order of their times on the raw flash that the
 * device has beside files. Records are appended, and overwrite the oldest ones when the flash is
 * full; nothing is changed or deleted.
 */
public final class MicroStructure extends RawFlashStructure<MicroOperation, MicroSnapshot> {
  private final LoggedMicro records;

  MicroStructure(String name, StructureConfig config, StructureSite site) {
    super(name, config, site);
    MicroHashOptions hash = config.as(MicroHashOptions.class);
    records =
        hash != null
            ? LoggedMicro.of(site.log(), site.number(), site.flash(), hash)
            : LoggedMicro.of(
                site.log(), site.number(), site.flash(), config.of(MicroGfOptions.class));
  }

  /** Refuses a store that such a structure cannot be in. */
  static void requireFits(StructureConfig config, StoreForm form, FlashSpec flash) {
    requireRawFlash(config, form, flash);
    MicroHashOptions hash = config.as(MicroHashOptions.class);
    if (hash != null) {
      hash.requireFits(form.device().rawFlash());
    } else {
      config.of(MicroGfOptions.class).requireFits(form.device().rawFlash());
    }
  }

  /** Returns what the structure is and has done since the store was opened. */
  public MicroFigures figures() {
    return records.figures();
  }

  @Override
  LoggedMicro stored() {
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
