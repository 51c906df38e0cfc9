package org.example.kinds;

import java.util.function.LongConsumer;
import org.flashgrove.access.kind.Rescue;
import org.flashgrove.access.kind.SalvageContext;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.kind.StructureContext;
import org.flashgrove.access.kind.StructureKind;
import org.flashgrove.access.kind.StructureRole;
import org.flashgrove.access.kind.StructureSalvage;
import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.salvage.page.SalvagedPages;
import org.flashgrove.salvage.page.SalvagedStore;
import org.flashgrove.storage.device.DeviceConfig;

/** The kind {@code ledger:most=N}. */
public final class LedgerKind implements StructureKind {
  /** Settings of a ledger. */
  static final class Settings extends StructureConfig {
    private final int most;

    Settings(Spec spec, int most) {
      super(spec, StructureRole.OTHER);
      this.most = most;
    }

    /** Returns the most numbers that a ledger holds. */
    int most() {
      return most;
    }

    @Override
    public Structure make(String name, StructureContext site) {
      return new Ledger(name, this, site);
    }

    @Override
    public void requireFits(DeviceConfig device, int pageSize, BufferConfig buffer) {
      if (!buffer.logsCommits()) {
        throw new SpecException(
            "structure '" + this + "' with flash spec '" + buffer + "', which has no log");
      }
    }

    @Override
    public StructureSalvage salvage(SalvageContext site) {
      SalvagedPages frames = site.files(SalvagedStore.class).add(site.number(), site.tag());
      return new LedgerSalvage(frames);
    }
  }

  /** Rescues the numbers that the log holds. */
  private static final class LedgerSalvage implements StructureSalvage {
    private final SalvagedPages frames;

    LedgerSalvage(SalvagedPages frames) {
      this.frames = frames;
    }

    @Override
    public void look() {
      frames.settle();
    }

    @Override
    public Rescue rescue(Structure into) {
      Ledger target = (Ledger) into;
      read(target::append);
      frames.reportLosses(frames.log().isFromTheStart());
      return new Rescue(0, 0, 0, -1, null);
    }

    private void read(LongConsumer numbers) {
      frames.readLog(
          (frame, type, words, length) -> {
            for (int word = 0; type == Ledger.NUMBERS && word < length; word++) {
              numbers.accept(words[word]);
            }
          });
    }
  }

  @Override
  public String name() {
    return "ledger";
  }

  @Override
  public StructureRole role() {
    return StructureRole.OTHER;
  }

  @Override
  public StructureConfig read(Spec spec, int pageSize) {
    int most = spec.integer("most", 1_000, 1, 1_000_000);
    spec.requireAllUsed();
    return new Settings(spec, most);
  }
}
