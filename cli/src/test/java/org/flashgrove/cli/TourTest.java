package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.Store;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.store.DeviceSetup;
import org.flashgrove.simulator.trace.Preconditioning;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Envelope;

/**
 * The tour is the way that insertions and queries take: the methods that a chapter links to were on
 * the stack, in that order, when a request reached the device; and each is where its link leads.
 */
class TourTest {
  private static final Path TOUR = Path.of("..", "docs", "tour.md");
  private static final Pattern STEP =
      Pattern.compile("\\[`(\\w+)\\.(\\w+)`\\]\\(([^)#]+/(\\w+)\\.java)\\)");
  private static final int OBJECTS = 6_000;
  private static final int LEAST_CHAPTERS = 4;
  private static final int LEAST_STEPS = 25;

  @TempDir private static Path directory;

  /** Methods on the stack at requests to the device, each stack from the caller inward. */
  private static final Set<List<String>> STACKS =
      Collections.synchronizedSet(new LinkedHashSet<>());

  @BeforeAll
  static void watchInsertionsAndQueries() {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rtree")
            .withFlash("none:buffer=64K")
            .withSync(SyncMode.OP)
            .withDevice("hdd:seek=3.5ms,bandwidth=125M,size=16M");
    DeviceSetup setup = new DeviceSetup(Preconditioning.Kind.NONE, TourTest::watched);
    try (SpatialStore store =
        SpatialStore.of(
            Store.create(
                directory, options.design().withDevice(setup.before(options.design().device()))))) {
      for (int i = 0; i < OBJECTS; i++) {
        double x = i * 7919L % OBJECTS;
        double y = i * 104_729L % OBJECTS;
        store.insert(i, x, y, x, y);
      }
      store.forEach(
          EntryQuery.intersecting(new Envelope(0, OBJECTS, 0, OBJECTS)),
          (id, minX, minY, maxX, maxY) -> {});
    }
  }

  /** Returns a device that notes who calls it. */
  private static SimulatedDevice watched(SimulatedDevice device) {
    return (SimulatedDevice)
        Proxy.newProxyInstance(
            SimulatedDevice.class.getClassLoader(),
            new Class<?>[] {SimulatedDevice.class},
            (proxy, method, arguments) -> {
              if (List.of("read", "write", "flush").contains(method.getName())) {
                STACKS.add(stack());
              }
              try {
                return method.invoke(device, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static List<String> stack() {
    List<String> methods =
        Arrays.stream(new Throwable().getStackTrace())
            .filter(frame -> frame.getClassName().startsWith("org.flashgrove."))
            .map(
                frame ->
                    frame.getClassName().replaceAll(".*\\.|\\$.*", "")
                        + "."
                        + frame.getMethodName())
            .collect(Collectors.toList());
    Collections.reverse(methods);
    return List.copyOf(methods);
  }

  private static List<String> chapters() throws IOException {
    return List.of(Files.readString(TOUR).split("(?m)^## (?=\\d)"));
  }

  private static List<String> steps(String chapter) {
    return STEP.matcher(chapter)
        .results()
        .map(step -> step.group(1) + "." + step.group(2))
        .toList();
  }

  private static boolean areOn(List<String> stack, List<String> steps) {
    Iterator<String> wanted = steps.iterator();
    String next = wanted.next();
    for (String method : stack) {
      if (method.equals(next)) {
        if (!wanted.hasNext()) {
          return true;
        }
        next = wanted.next();
      }
    }
    return false;
  }

  @Test
  void eachChapterIsAWayToTheDevice() throws IOException {
    List<String> chapters = chapters();
    assertThat(chapters).hasSizeGreaterThan(LEAST_CHAPTERS);
    for (String chapter : chapters.subList(1, chapters.size())) {
      List<String> steps = steps(chapter);
      assertThat(steps).as(chapter).isNotEmpty();
      assertThat(STACKS)
          .as(() -> steps + " is on none of\n" + stacksWith(steps.get(steps.size() - 1)))
          .anyMatch(stack -> areOn(stack, steps));
    }
  }

  private static String stacksWith(String method) {
    return STACKS.stream()
        .filter(stack -> stack.contains(method))
        .map(List::toString)
        .collect(Collectors.joining("\n"));
  }

  @Test
  void eachStepIsWhereItsLinkLeads() throws IOException {
    Matcher step = STEP.matcher(Files.readString(TOUR));
    int steps = 0;
    while (step.find()) {
      assertThat(step.group(4)).as(step.group()).isEqualTo(step.group(1));
      String source = Files.readString(TOUR.resolveSibling(step.group(3)));
      assertThat(source).as(step.group()).containsPattern("[\\w>\\]] " + step.group(2) + "\\(");
      steps++;
    }
    assertThat(steps).isGreaterThanOrEqualTo(LEAST_STEPS);
  }
}
