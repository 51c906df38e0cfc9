package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.function.Function;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.device.DeviceKinds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests an application whose class path lacks the simulator. Everything else must work, and an
 * error must name the missing module.
 */
class ApplicationHouseTest {
  private static final String ABSENT = "org.flashgrove.simulator.";

  /** Loads the classes of this test again, without the classes and services of the simulator. */
  private static final class WithoutSimulator extends ClassLoader {
    WithoutSimulator() {
      super(ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      String file = name.replace('.', '/') + ".class";
      try (InputStream bytes = ApplicationHouseTest.class.getResourceAsStream("/" + file)) {
        if (bytes == null || name.startsWith(ABSENT)) {
          throw new ClassNotFoundException(name);
        }
        byte[] content = bytes.readAllBytes();
        return defineClass(name, content, 0, content.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    @Override
    protected Enumeration<URL> findResources(String name) throws IOException {
      return name.contains("flashgrove")
          ? Collections.emptyEnumeration()
          : ApplicationHouseTest.class.getClassLoader().getResources(name);
    }

    @Override
    protected URL findResource(String name) {
      return ApplicationHouseTest.class.getClassLoader().getResource(name);
    }
  }

  /** The application's program. Returns a text that describes what happened. */
  public static final class Application implements Function<Path[], String> {
    @Override
    public String apply(Path[] directories) {
      StoreOptions options = StoreOptions.defaults().withDevice("buffered");
      try (SpatialStore store = SpatialStore.create(directories[0], options)) {
        for (int id = 0; id < 1_000; id++) {
          store.insert(id, id, id, id + 1, id + 1);
        }
      }
      StringBuilder seen = new StringBuilder();
      try (SpatialStore store = SpatialStore.open(directories[0])) {
        seen.append(store.count(EntryQuery.intersecting(0.5, 0.5, 9.5, 9.5))).append('\n');
      }
      try {
        options.withDevice("nand:chip=thesis");
      } catch (SpecException e) {
        seen.append("new: ").append(e.getMessage()).append('\n');
      }
      try {
        SpatialStore.open(directories[1]).close();
      } catch (StoreIoException e) {
        seen.append("old: ").append(e.getMessage()).append('\n');
      }
      return seen.append(DeviceKinds.names()).toString();
    }
  }

  @TempDir private Path directory;

  @Test
  @SuppressWarnings("unchecked")
  void storesWorkAndSimulatedOnesAreRefusedByName() throws ReflectiveOperationException {
    Path[] directories = {directory.resolve("files"), directory.resolve("nand")};
    StoreOptions simulated = StoreOptions.defaults().withDevice("nand:block=16,blocks=128");
    SpatialStore.create(directories[1], simulated).close();
    Class<?> application = new WithoutSimulator().loadClass(Application.class.getName());
    assertThat(application).isNotEqualTo(Application.class);
    Function<Path[], String> run =
        (Function<Path[], String>) application.getConstructor().newInstance();
    String missing =
        "device 'nand' is in org.flashgrove:flashgrove-simulator, which is not on the class path;"
            + " add the dependency";
    assertThat(run.apply(directories).split("\n"))
        .hasSize(4)
        .satisfies(
            lines -> {
              assertThat(lines[0]).isEqualTo("10");
              assertThat(lines[1]).isEqualTo("new: " + missing);
              assertThat(lines[2]).startsWith("old: ").endsWith(missing);
              assertThat(lines[3]).isEqualTo("[direct, buffered, memory, auto]");
            });
    assertThat(DeviceKinds.names())
        .containsExactly(
            "direct",
            "buffered",
            "memory",
            "auto",
            "nand",
            "hdd",
            "fdp",
            "zns",
            "rawnand",
            "units");
  }
}
