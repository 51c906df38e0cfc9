package org.flashgrove.lab.experiment.placement;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.NamedPreset;
import org.flashgrove.lab.experiment.Plot;
import org.flashgrove.lab.experiment.Scale;
import org.flashgrove.simulator.fdp.FdpDevice;
import org.flashgrove.simulator.fdp.FdpStats;

/**
 * Write amplification of drive and host for several block sizes, numbers of open blocks, and
 * policies for choosing the blocks to rewrite. 75 % of the updates go to 20 % of the pages; the
 * other updates are uniform over all pages.
 */
final class NowaPreset extends NamedPreset {
  private static final double HOT_SHARE = 0.75;
  private static final int PAGES_PER_HOT_PAGE = 5;

  private static final int SEEDS = 5;
  private static final String DRIVE = "drive_wa";

  /**
   * Write amplification in the second half of a run.
   *
   * @param drive number of pages that the drive programmed for each page that the host wrote
   * @param host number of pages that the host wrote for each page that the user wrote
   */
  record Factors(double drive, double host) {}

  NowaPreset() {
    super(
        "nowa",
        "Lee, Ziegler, Leis, How to Write to SSDs (PVLDB 19, 2026)",
        "write amplification of drive and host, by choice of the blocks to rewrite");
  }

  @Override
  public String extent(Scale scale) {
    return NowaSetting.table().size() + " settings, " + scale.choose(1, SEEDS, SEEDS) + " seeds";
  }

  @Override
  public void execute(ExperimentRun run) {
    List<NowaSetting> table = NowaSetting.table();
    int seeds = run.seedsOr(run.byScale(1, SEEDS, SEEDS));
    for (int i = 0; i < table.size(); i++) {
      run.add(execution(table.get(i), mean(table.get(i), run.seed(), seeds)));
      run.progressed(i + 1, table.size());
    }
  }

  private static Execution execution(NowaSetting setting, Factors factors) {
    String choice = setting.choice().name().toLowerCase(Locale.ROOT);
    double block = Math.round(100 * setting.blockUnits()) / 100.0;
    Execution execution =
        new Execution(label(setting))
            .with("block_units", block)
            .with("open", setting.setBlocks())
            .with("choice", choice)
            .with("aligned", setting.isAligned())
            .with("reserve", setting.reserve())
            .with("live", setting.live())
            .measured(DRIVE, factors.drive, 4)
            .measured("host_wa", factors.host, 4)
            .measured("product", factors.drive * factors.host, 4)
            .measured("model_drive_wa", setting.drive())
            .measured("drive_deviation_percent", deviation(factors.drive, setting.drive()));
    if (!Double.isNaN(setting.host())) {
      execution
          .measured("model_host_wa", setting.host())
          .measured("host_deviation_percent", deviation(factors.host, setting.host()));
    }
    return execution;
  }

  private static String label(NowaSetting setting) {
    String choice = setting.choice().name().toLowerCase(Locale.ROOT);
    String reserve =
        setting.choice() == NowaSetting.Choice.NOWA
            ? String.format(Locale.ROOT, " %.1f", setting.reserve())
            : "";
    return String.format(
        Locale.ROOT,
        "%d x %.2f %s%s%s",
        setting.setBlocks(),
        setting.blockUnits(),
        choice,
        reserve,
        setting.offset() == 0 ? "" : " shifted");
  }

  private static double deviation(double value, double expected) {
    return Math.round(1_000 * (value / expected - 1)) / 10.0;
  }

  /** Returns the mean write amplification over runs with consecutive seeds. */
  static Factors mean(NowaSetting setting, long seed, int seeds) {
    double drive = 0;
    double host = 0;
    for (int i = 0; i < seeds; i++) {
      Factors factors = measured(setting, new SplittableRandom(seed + i));
      drive += factors.drive / seeds;
      host += factors.host / seeds;
    }
    return new Factors(drive, host);
  }

  private static Factors measured(NowaSetting setting, SplittableRandom random) {
    FdpDevice device = new FdpDevice(setting.config());
    if (setting.offset() > 0) {
      device.write(0, setting.offset(), 0);
    }
    BlockHost host = new BlockHost(device, setting, random);
    host.fill();
    long end = (long) (setting.length() * device.config().hostPages());
    update(host, device, setting.userPages(), random, end / 2);
    FdpStats before = device.stats();
    long userBefore = host.userPages();
    update(host, device, setting.userPages(), random, end);
    FdpStats after = device.stats();
    double written = after.hostPages() - before.hostPages();
    return new Factors(
        (after.mediaPages() - before.mediaPages()) / written,
        written / (host.userPages() - userBefore));
  }

  private static void update(
      BlockHost host, FdpDevice device, int pages, SplittableRandom random, long end) {
    while (device.stats().hostPages() < end) {
      for (int i = 0; i < NowaSetting.UNIT_PAGES; i++) {
        boolean isHot = random.nextDouble() < HOT_SHARE;
        host.write(random.nextInt(isHot ? pages / PAGES_PER_HOT_PAGE : pages));
      }
    }
  }

  @Override
  public List<Plot> plots(List<Execution> executions) {
    Plot plot =
        Plot.bars(name(), "Write amplification of the drive", "setting", "pages programmed");
    for (Execution each : executions) {
      plot.add("drive", each.name(), each.figure(DRIVE));
    }
    return List.of(plot);
  }
}
