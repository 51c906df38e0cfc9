package org.flashgrove.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.flashgrove.cli.Run;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A report as a browser shows it, without network: each plot has its bars, lines or points, in
 * their colours, and its texts. Needs a Chromium on the path ({@code chromium}, {@code
 * google-chrome}); without one the test is skipped. {@code -Dflashgrove.report=FILE.html} looks at
 * a report that is there.
 */
@Tag("long")
class ReportBrowserTest {
  private static final List<String> BROWSERS =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  private static final int WIDTH = 1500;
  private static final int CHANNEL = 0xFF;

  /** Fewer than a single point of a scatter has. */
  private static final int LEAST_PIXELS = 5;

  private static final int DARK = 120;
  private static final Pattern COLOUR =
      Pattern.compile(
          "(?:fill|stroke):rgb\\((\\d+),(\\d+),(\\d+)\\);(?:(?:fill|stroke)-opacity:([0-9.]+))?");
  private static final Pattern FIGURE = Pattern.compile("(?s)<figure.*?</figure>");
  private static final String DOCUMENT =
      """
      experiment: shown
      description: "bars, lines, logarithmic axes, orders, trees"
      data: {made: {generate: clusters, count: 600, clusters: 5, sigma: 0.02}}
      workload: {windows: [1], count: 20, warmup: 0, seeds: 3, snapshot: on}
      matrix:
        data: made
        index: {rstar: rstar, hilbert: "hilbert:s=2"}
        flash: {plain: "none:buffer=16K", efind: "efind:buffer=16K,unit=2"}
        device: "nand:size=16M,placement=home"
        pageSize: [1K, 2K]
      tables:
        - name: build
          title: "Build"
          rows: [index, flash, pageSize]
          columns: [{title: ms, figure: virtual_micros, phase: build, divide: 1000}]
      plots:
        - {name: bars, title: "Bars with errors", x: pageSize, series: [index, flash],
           y: {title: ms, figure: virtual_micros, phase: build, divide: 1000}}
        - {name: lines, title: "Lines", kind: lines, x: pageSize, series: [index, flash],
           y: {title: pages, figure: pages_read, phase: 1%}}
        - {name: log, title: "Logarithmic", kind: lines, log: on, x: pageSize,
           series: [index, flash], y: {title: pages, figure: pages_written, phase: build}}
      """;

  @TempDir private Path directory;

  /** Where a figure is on the page. */
  private record Place(int x, int y, int width, int height) {}

  private static String browser() {
    for (String name : BROWSERS) {
      boolean found =
          Stream.of(System.getenv("PATH").split(File.pathSeparator))
              .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
      if (found) {
        return name;
      }
    }
    return null;
  }

  private Path report() throws IOException {
    String given = System.getProperty("flashgrove.report");
    if (given != null) {
      return Path.of(given).toAbsolutePath();
    }
    Path experiment = Files.writeString(directory.resolve("e.yaml"), DOCUMENT);
    Path results = directory.resolve("r.sqlite");
    for (String[] args :
        new String[][] {
          {"run", experiment.toString(), "--results", results.toString(), "--page-order"},
          {"report", results.toString()}
        }) {
      Run.ok(args);
    }
    return directory.resolve("r-report/report.html");
  }

  /** What the browser prints. */
  private String browse(String browser, Path page, String... more)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                browser,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--force-device-scale-factor=1",
                "--user-data-dir=" + directory.resolve("profile"),
                "--host-resolver-rules=MAP * ~NOTFOUND"));
    command.addAll(List.of(more));
    command.add(page.toUri().toString());
    Path out = directory.resolve("out.html");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    boolean ended = process.waitFor(5, TimeUnit.MINUTES);
    process.destroyForcibly();
    assertThat(ended).as("the browser ends").isTrue();
    return Files.readString(out);
  }

  /** Asks the browser where it puts the figures, and how high the page is. */
  private List<Place> places(String browser, String html) throws IOException, InterruptedException {
    String script =
        "<script>document.title=[document.documentElement.scrollHeight].concat(["
            + "...document.querySelectorAll('figure svg')].map(e=>{const r=e."
            + "getBoundingClientRect();return [r.x,r.y,r.width,r.height].map(Math.round)"
            + ".join(',')})).join(';')</script></body>";
    Path asked =
        Files.writeString(directory.resolve("asked.html"), html.replace("</body>", script));
    String dom = browse(browser, asked, "--window-size=" + WIDTH + ",1000", "--dump-dom");
    Matcher title = Pattern.compile("<title>([^<]*)</title>").matcher(dom);
    assertThat(title.find()).as(dom.substring(0, Math.min(300, dom.length()))).isTrue();
    List<Place> places = new ArrayList<>();
    for (String each : title.group(1).split(";")) {
      int[] numbers = Stream.of(each.split(",")).mapToInt(Integer::parseInt).toArray();
      places.add(
          numbers.length == 1
              ? new Place(0, 0, WIDTH, numbers[0])
              : new Place(numbers[0], numbers[1], numbers[2], numbers[3]));
    }
    return places;
  }

  private BufferedImage screenshot(String browser, Path page, int height)
      throws IOException, InterruptedException {
    Path picture = directory.resolve("page.png");
    browse(browser, page, "--window-size=" + WIDTH + "," + height, "--screenshot=" + picture);
    return ImageIO.read(picture.toFile());
  }

  /** The colours that a figure's lines, bars and points have: those that are not grey. */
  private static Set<Integer> colours(String figure) {
    Set<Integer> colours = new LinkedHashSet<>();
    Matcher found = COLOUR.matcher(figure);
    while (found.find()) {
      double opacity = found.group(4) == null ? 1 : Double.parseDouble(found.group(4));
      int[] shown = new int[3];
      for (int i = 0; i < shown.length; i++) {
        int full = Integer.parseInt(found.group(1 + i));
        shown[i] = (int) Math.round(opacity * full + (1 - opacity) * CHANNEL); // on white
      }
      if (shown[0] != shown[1] || shown[0] != shown[2]) {
        colours.add(shown[0] << 16 | shown[1] << 8 | shown[2]);
      }
    }
    return colours;
  }

  private static boolean isNear(int pixel, int colour) {
    for (int shift = 0; shift <= 16; shift += 8) {
      if (Math.abs((pixel >> shift & CHANNEL) - (colour >> shift & CHANNEL)) > 2) {
        return false;
      }
    }
    return true;
  }

  private static int pixels(BufferedImage page, Place place, int colour) {
    int count = 0;
    for (int y = place.y(); y < place.y() + place.height(); y++) {
      for (int x = place.x(); x < place.x() + place.width(); x++) {
        count += isNear(page.getRGB(x, y), colour) ? 1 : 0;
      }
    }
    return count;
  }

  /** Dark pixels of the upper edge, where the title is. */
  private static int titlePixels(BufferedImage page, Place place) {
    int count = 0;
    for (int y = place.y() + 2; y < place.y() + 30; y++) {
      for (int x = place.x(); x < place.x() + place.width(); x++) {
        count += (page.getRGB(x, y) & CHANNEL) < DARK ? 1 : 0;
      }
    }
    return count;
  }

  @Test
  void aBrowserShowsEveryPlot() throws IOException, InterruptedException {
    String browser = browser();
    Assumptions.assumeTrue(browser != null, "no browser of " + BROWSERS + " on the path");
    Path report = report();
    String html = Files.readString(report);
    List<String> figures = FIGURE.matcher(html).results().map(found -> found.group()).toList();
    List<Place> places = places(browser, html);
    assertThat(places).hasSize(1 + figures.size());
    BufferedImage page = screenshot(browser, report, places.get(0).height());
    Path empty =
        Files.writeString(
            directory.resolve("empty.html"),
            html.replace("</style>", "svg *{visibility:hidden}</style>"));
    BufferedImage hidden = screenshot(browser, empty, places.get(0).height());
    int colours = 0;
    for (int i = 0; i < figures.size(); i++) {
      Place place = places.get(1 + i);
      assertThat(place.width()).isGreaterThan(400);
      for (int colour : colours(figures.get(i))) {
        String what = "figure " + (i + 1) + ", colour " + Integer.toHexString(colour);
        assertThat(pixels(page, place, colour)).as(what).isGreaterThan(LEAST_PIXELS);
        assertThat(pixels(hidden, place, colour)).as(what + ", hidden").isZero();
        colours++;
      }
      assertThat(titlePixels(page, place)).as("title of figure " + (i + 1)).isGreaterThan(50);
      assertThat(titlePixels(hidden, place)).isZero();
    }
    assertThat(colours).isGreaterThanOrEqualTo(figures.size());
    System.out.printf(
        "%s: %,d bytes, %d plots with %d colours, page of %d x %d pixels%n",
        report.getFileName(),
        Files.size(report),
        figures.size(),
        colours,
        page.getWidth(),
        page.getHeight());
  }
}
