package org.flashgrove.lab.experiment.lrun;

import java.util.List;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.NamedPreset;
import org.flashgrove.lab.experiment.Plot;
import org.flashgrove.lab.experiment.Scale;
import org.flashgrove.rawflash.mutree.layout.HeightFormula;

/**
 * Figure 9 of Yang et al.: the largest k for which their formula (1), which gives the height of a
 * kμ-tree, has a solution. Part (a) varies the number of entries, part (b) the size of an entry.
 */
final class Figure9 extends NamedPreset {
  private static final int ENTRIES = 10_000;
  private static final int ENTRY_BYTES = 8;
  private static final int LARGEST_ENTRY_BYTES = 28;

  Figure9() {
    super(
        "lrun-fig9",
        LruNPresets.SOURCE + ", figure 9",
        "the largest k, over the number of entries and over their size");
  }

  @Override
  public String extent(Scale scale) {
    return "all of it: a formula";
  }

  @Override
  public void execute(ExperimentRun run) {
    for (int entries = 5_000; entries <= 1_280_000; entries *= 2) {
      add(run, "9a", entries, ENTRY_BYTES);
    }
    for (int entryBytes = 4; entryBytes <= LARGEST_ENTRY_BYTES; entryBytes += 4) {
      add(run, "9b", ENTRIES, entryBytes);
    }
  }

  private static void add(ExperimentRun run, String figure, int entries, int entryBytes) {
    run.add(
        new Execution(entries + " entries of " + entryBytes + " bytes")
            .with("figure", figure)
            .with("entries", entries)
            .with("entry_bytes", entryBytes)
            .with("page_bytes", IndexedKeys.PAGE_BYTES)
            .measured("k", HeightFormula.largestK(entries, IndexedKeys.PAGE_BYTES, entryBytes)));
  }

  @Override
  public List<Plot> plots(List<Execution> executions) {
    Plot byEntries =
        Plot.lines("lrun-fig9a", "Largest k, entries of 8 bytes on 2 KiB", "entries", "k");
    Plot bySize = Plot.lines("lrun-fig9b", "Largest k, 10,000 entries on 2 KiB", "bytes", "k");
    for (Execution each : executions) {
      if (each.has("figure", "9a")) {
        byEntries.add("k", each.config().get("entries"), each.figure("k"));
      } else {
        bySize.add("k", each.config().get("entry_bytes"), each.figure("k"));
      }
    }
    return List.of(byEntries, bySize);
  }
}
