package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.example.kinds.SampleUse;
import org.flashgrove.access.kind.IndexKinds;
import org.flashgrove.access.settings.FlashKinds;
import org.flashgrove.access.structure.StructureKinds;
import org.flashgrove.core.spec.SpecException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A module of somebody else adds kinds; stores of them work like those of our own kinds. */
class SampleKindsTest {
  private static final String SERVICES = "sample-kinds/";

  /** The classes of this test once more, with the services of the sample. */
  private static final class WithSample extends ClassesAgain {
    private final ClassLoader tests = SampleKindsTest.class.getClassLoader();

    @Override
    protected Enumeration<URL> findResources(String name) throws IOException {
      List<URL> found = new ArrayList<>(Collections.list(tests.getResources(name)));
      found.addAll(Collections.list(tests.getResources(SERVICES + name)));
      return Collections.enumeration(found);
    }

    @Override
    protected URL findResource(String name) {
      URL ofSample = tests.getResource(SERVICES + name);
      return ofSample == null ? tests.getResource(name) : ofSample;
    }
  }

  @TempDir private Path directory;

  @Test
  @SuppressWarnings("unchecked")
  void storesOfKindsOfAnotherModuleAreFilledReopenedCheckedAndSalvaged()
      throws ReflectiveOperationException {
    Class<?> application = new WithSample().loadClass(SampleUse.class.getName());
    assertThat(application).isNotEqualTo(SampleUse.class);
    Function<Path, Map<String, Object>> use =
        (Function<Path, Map<String, Object>>) application.getConstructor().newInstance();

    assertThat(use.apply(directory))
        .containsEntry("spec", "wide:entries=10 ledger:most=100")
        .containsEntry("found", 50L)
        .containsEntry("numbers", "[1, 4, 9, 16, 25]")
        .containsEntry("check", true)
        .containsEntry("ledger", true)
        .containsEntry("complete", true)
        .containsEntry("rescued", 1_000L)
        .containsEntry("rescued numbers", "[1, 4, 9, 16, 25]")
        .containsEntry("one", 50L)
        .containsEntry("index wide", "entries, a whole number from 4 to 50, most entries of a node")
        .containsEntry("buffer smallpool", "pages, a whole number from 8 to 1024, pages in memory")
        .containsEntry("structure ledger", "most, a whole number from 1 to 1000000, most numbers");
  }

  @Test
  void withoutTheModuleItsKindsAreUnknown() {
    assertThat(IndexKinds.names()).doesNotContain("wide");
    assertThat(FlashKinds.names()).doesNotContain("smallpool");
    assertThatThrownBy(() -> StructureKinds.parse("ledger", 4096))
        .isExactlyInstanceOf(SpecException.class)
        .hasMessageStartingWith("unknown structure 'ledger' (allowed: rstar, ");
  }
}
