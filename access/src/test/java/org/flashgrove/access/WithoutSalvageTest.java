package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.salvage.Salvage;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.spec.AbsentKindException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;

/** Applications do without the module that salvages. */
class WithoutSalvageTest {
  private static final String MODULE = "org.flashgrove.salvage.";
  private static final int ENTRIES = 500;

  @TempDir private Path directory;

  /** The classes of this test once more, without the module. */
  private static final class WithoutModule extends ClassesAgain {
    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.startsWith(MODULE)) {
        throw new ClassNotFoundException(name);
      }
      return super.findClass(name);
    }
  }

  @Test
  @SuppressWarnings("unchecked")
  void storesOfAllStructuresWorkAndSalvageNamesItsArtifact() throws ReflectiveOperationException {
    Class<?> application = new WithoutModule().loadClass(Use.class.getName());
    assertThat(application).isNotEqualTo(Use.class);
    Function<Path, List<String>> use =
        (Function<Path, List<String>>) application.getConstructor().newInstance();

    assertThat(use.apply(directory))
        .containsExactly(
            "grove: 500",
            "rstar: 500",
            "bplus: 500",
            "check: true",
            "records: 500",
            "check: true",
            "operation 'salvage' is in org.flashgrove:flashgrove-salvage, which is not on the class"
                + " path; add the dependency");
  }

  /** Fills, reopens, checks and compacts a store and a table, then tries to salvage the store. */
  public static final class Use implements Function<Path, List<String>> {
    private final List<String> seen = new ArrayList<>();

    @Override
    public List<String> apply(Path directory) {
      Path made = directory.resolve("store");
      store(made);
      table(directory.resolve("table"));
      try {
        Salvage.run(made, directory.resolve("rescued"), SalvageHints.NONE);
      } catch (AbsentKindException e) {
        seen.add(e.getMessage());
      }
      return seen;
    }

    private void store(Path made) {
      StoreDesign like = StoreOptions.defaults().withDevice("buffered").withIndex("rstar").design();
      Map<String, String> structures = Map.of("grove", "grove", "rstar", "rstar", "bplus", "bplus");
      try (Store store = Store.create(made, like.ofStructures(structures))) {
        for (int id = 0; id < ENTRIES; id++) {
          store.grove("grove").entries().insert(id, id, id, id, id);
          store.spatial("rstar").entries().insert(id, id, id, id, id);
          store.keys("bplus").insert(id, id);
        }
      }
      try (Store store = Store.open(made)) {
        for (String name : List.of("grove", "rstar", "bplus")) {
          seen.add(name + ": " + store.structure(name).size());
        }
        store.compact();
        seen.add("check: " + store.check().ok());
      }
    }

    private void table(Path made) {
      GeometryFactory points = new GeometryFactory();
      try (Table table = Table.create(made, TableOptions.defaults());
          TableBatch batch = table.begin()) {
        for (int id = 0; id < ENTRIES; id++) {
          batch.insert(id, points.createPoint(new Coordinate(id, id)), ByteBuffer.allocate(0));
        }
        batch.commit();
      }
      try (Table table = Table.open(made)) {
        seen.add("records: " + table.size());
        seen.add("check: " + table.check().ok());
      }
    }
  }
}
