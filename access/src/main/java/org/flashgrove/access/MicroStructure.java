package org.flashgrove.access;

import java.util.List;
import org.flashgrove.access.metrics.StructureMetrics;
import org.flashgrove.access.micro.LoggedMicro;
import org.flashgrove.access.micro.MicroOperation;
import org.flashgrove.access.micro.MicroSnapshot;
import org.flashgrove.access.settings.FlashSpec;
import org.flashgrove.access.settings.StoreForm;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.indexes.micro.MicroFigures;
import org.flashgrove.indexes.micro.MicroGfOptions;
import org.flashgrove.indexes.micro.MicroHashOptions;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.WriteBatch;

/**
 * A MicroHash or MicroGF of a store: records in the order of their times on the raw flash that the
 * device has beside files. Records are appended, and overwrite the oldest ones when the flash is
 * full; nothing is changed or deleted. The store's flash-aware buffer and the pool below it have no
 * part in it.
 */
public final class MicroStructure extends Structure {
  private final LoggedMicro records;

  MicroStructure(String name, StructureConfig config, StructureSite site) {
    super(name, config, site);
    MicroHashOptions hash = config.as(MicroHashOptions.class);
    records =
        hash != null
            ? LoggedMicro.of(site.log(), site.number(), site.flash(), hash)
            : LoggedMicro.of(
                site.log(), site.number(), site.flash(), config.as(MicroGfOptions.class));
  }

  /** Refuses a store that such a structure cannot be in. */
  static void requireFits(StructureConfig config, StoreForm form, FlashSpec flash) {
    MuTreeStructure.requireRawFlash(config, form, flash);
    MicroHashOptions hash = config.as(MicroHashOptions.class);
    if (hash != null) {
      hash.requireFits(form.device().rawFlash());
    } else {
      config.as(MicroGfOptions.class).requireFits(form.device().rawFlash());
    }
  }

  /** Returns the records as the newest commit left them. Close it. */
  public MicroSnapshot snapshot() {
    return records.snapshot();
  }

  /** Returns the records as a snapshot of the store has them; it is closed with that. */
  public MicroSnapshot at(StoreSnapshot snapshot) {
    return snapshot.of(records);
  }

  /** Begins changes that are a commit of their own. Close them. */
  public MicroOperation begin() {
    return records.begin();
  }

  /** Begins changes that a batch of the store commits together with others, and closes. */
  public MicroOperation begin(WriteBatch batch) {
    return batch.begin(records);
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
  public long size() {
    return records.size();
  }

  @Override
  public CheckReport check() {
    List<String> problems = records.check();
    MicroFigures figures = records.figures();
    return new CheckReport(
        problems.isEmpty(), 0, 0, 0, figures.records(), problems.size(), problems);
  }

  @Override
  public StructureMetrics metrics() {
    return new StructureMetrics(name(), size(), io(), 0, null, null, null, null, null);
  }

  @Override
  void open() {
    // the replay of the log has opened the structure
  }

  @Override
  void close() {
    records.awaitChanges();
  }
}
