package org.flashgrove.jmh;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.Store;
import org.flashgrove.access.StoreFacade;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.metrics.StoreStats;
import org.flashgrove.access.structure.EntrySnapshot;
import org.flashgrove.access.structure.EntryStructure;
import org.flashgrove.access.structure.GroveStructure;
import org.flashgrove.access.structure.IndexStructure;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.access.structure.KeyStructure;
import org.flashgrove.access.structure.RecordStructure;
import org.flashgrove.access.structure.SpatialStructure;
import org.flashgrove.access.table.GeometryIndex;
import org.flashgrove.access.table.KeyIndex;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableIndex;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.access.table.TableSnapshot;

/** The directions between modules, as drawn in the architecture document, and no cycles in them. */
@AnalyzeClasses(packages = "org.flashgrove", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule modulesKnowOnlyWhatIsBelowThem =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .withOptionalLayers(true)
          .layer("core")
          .definedBy("org.flashgrove.core..")
          .layer("storage")
          .definedBy("org.flashgrove.storage..")
          .layer("unitspace")
          .definedBy("org.flashgrove.unitspace..")
          .layer("simulator")
          .definedBy("org.flashgrove.simulator..")
          .layer("indexes")
          .definedBy("org.flashgrove.indexes..")
          .layer("grove")
          .definedBy("org.flashgrove.grove..")
          .layer("efind")
          .definedBy("org.flashgrove.efind..")
          .layer("access")
          .definedBy("org.flashgrove.access..")
          .layer("salvage")
          .definedBy("org.flashgrove.salvage..")
          .layer("literature")
          .definedBy("org.flashgrove.literature..")
          .layer("rawflash")
          .definedBy("org.flashgrove.rawflash..")
          .layer("lsm")
          .definedBy("org.flashgrove.lsm..")
          .layer("chronicle")
          .definedBy("org.flashgrove.chronicle..")
          .layer("datasets")
          .definedBy("org.flashgrove.datasets..")
          .layer("geoparquet")
          .definedBy("org.flashgrove.geoparquet..")
          .layer("sidecar")
          .definedBy("org.flashgrove.sidecar..")
          .layer("cli")
          .definedBy("org.flashgrove.cli..")
          .layer("lab")
          .definedBy("org.flashgrove.lab..")
          .layer("jmh")
          .definedBy("org.flashgrove.jmh..")
          .whereLayer("core")
          .mayNotAccessAnyLayer()
          .whereLayer("storage")
          .mayOnlyAccessLayers("core")
          .whereLayer("unitspace")
          .mayOnlyAccessLayers("core", "storage")
          .whereLayer("unitspace")
          .mayOnlyBeAccessedByLayers("simulator", "cli")
          .whereLayer("simulator")
          .mayOnlyAccessLayers("core", "storage", "unitspace")
          .whereLayer("indexes")
          .mayOnlyAccessLayers("core")
          .whereLayer("grove")
          .mayOnlyAccessLayers("core", "indexes")
          .whereLayer("efind")
          .mayOnlyAccessLayers("core", "storage")
          .whereLayer("access")
          .mayOnlyAccessLayers("core", "storage", "indexes", "grove", "efind")
          .whereLayer("salvage")
          .mayOnlyAccessLayers("core", "storage", "indexes", "grove", "access")
          .whereLayer("salvage")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("literature")
          .mayOnlyAccessLayers("core", "storage", "indexes", "efind", "access")
          .whereLayer("literature")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("rawflash")
          .mayOnlyAccessLayers("core", "storage", "indexes", "access")
          .whereLayer("rawflash")
          .mayOnlyBeAccessedByLayers("lab", "jmh")
          .whereLayer("lsm")
          .mayOnlyAccessLayers("core", "storage", "indexes", "grove", "access")
          .whereLayer("chronicle")
          .mayOnlyAccessLayers("core")
          .whereLayer("datasets")
          .mayOnlyAccessLayers("core")
          .whereLayer("geoparquet")
          .mayOnlyAccessLayers("core", "datasets")
          .whereLayer("geoparquet")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("sidecar")
          .mayOnlyAccessLayers("core", "storage", "access", "datasets")
          .whereLayer("sidecar")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("cli")
          .mayOnlyBeAccessedByLayers("lab")
          .whereLayer("lab")
          .mayOnlyBeAccessedByLayers("jmh")
          .whereLayer("jmh")
          .mayNotBeAccessedByAnyLayer()
          .as("each module knows only those below it; indexes and efind never know each other");

  @ArchTest
  static final ArchRule indexesDoNotKnowFlashAwareStores =
      noClasses()
          .that()
          .resideInAnyPackage(
              "org.flashgrove.indexes..",
              "org.flashgrove.grove..",
              "org.flashgrove.lsm..",
              "org.flashgrove.literature.tree..",
              "org.flashgrove.rawflash..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.flashgrove.efind..", "org.flashgrove.literature.buffer..")
          .because("a flash-aware store is generic only if no tree can lean on it")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule flashAwareStoresDoNotKnowIndexes =
      noClasses()
          .that()
          .resideInAnyPackage("org.flashgrove.efind..", "org.flashgrove.literature.buffer..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.flashgrove.indexes..",
              "org.flashgrove.grove..",
              "org.flashgrove.lsm..",
              "org.flashgrove.literature.tree..")
          .because("a flash-aware store serves every tree, those of tomorrow included")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule onlyAssemblersKnowBothSiblings =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "org.flashgrove.indexes..",
              "org.flashgrove.grove..",
              "org.flashgrove.lsm..",
              "org.flashgrove.efind..",
              "org.flashgrove.access..",
              "org.flashgrove.salvage..",
              "org.flashgrove.literature..",
              "org.flashgrove.rawflash..",
              "org.flashgrove.cli..",
              "org.flashgrove.lab..",
              "org.flashgrove.jmh..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.flashgrove.indexes..",
              "org.flashgrove.grove..",
              "org.flashgrove.lsm..",
              "org.flashgrove.efind..")
          .because(
              "trees and flash-aware stores are put together in access, cli, lab and jmh alone")
          .allowEmptyShould(true);

  /** Each package of Grove depends only on packages that stand before it in this list. */
  @ArchTest
  static final ArchRule packagesOfGroveAreLayered =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .withOptionalLayers(true)
          .layer("columns")
          .definedBy("org.flashgrove.grove.columns")
          .layer("cache")
          .definedBy("org.flashgrove.grove.cache")
          .layer("packed")
          .definedBy("org.flashgrove.grove.packed")
          .layer("fence")
          .definedBy("org.flashgrove.grove.fence")
          .layer("block")
          .definedBy("org.flashgrove.grove.block")
          .layer("curve")
          .definedBy("org.flashgrove.grove.curve")
          .layer("config")
          .definedBy("org.flashgrove.grove.config")
          .layer("index")
          .definedBy("org.flashgrove.grove.index")
          .layer("log")
          .definedBy("org.flashgrove.grove.log")
          .layer("memtable")
          .definedBy("org.flashgrove.grove.memtable")
          .layer("merge")
          .definedBy("org.flashgrove.grove.merge")
          .layer("query")
          .definedBy("org.flashgrove.grove.query")
          .layer("root")
          .definedBy("org.flashgrove.grove")
          .whereLayer("columns")
          .mayNotAccessAnyLayer()
          .whereLayer("cache")
          .mayNotAccessAnyLayer()
          .whereLayer("packed")
          .mayOnlyAccessLayers("columns")
          .whereLayer("fence")
          .mayOnlyAccessLayers("packed")
          .whereLayer("block")
          .mayOnlyAccessLayers("columns", "packed", "fence")
          .whereLayer("curve")
          .mayOnlyAccessLayers("fence")
          .whereLayer("config")
          .mayOnlyAccessLayers("block", "curve")
          .whereLayer("index")
          .mayOnlyAccessLayers("columns", "packed", "fence", "block", "curve", "cache")
          .whereLayer("log")
          .mayOnlyAccessLayers("columns", "packed", "fence", "block", "curve")
          .whereLayer("memtable")
          .mayOnlyAccessLayers("columns", "packed", "fence", "curve", "config", "index", "log")
          .whereLayer("merge")
          .mayOnlyAccessLayers(
              "columns", "packed", "fence", "block", "curve", "config", "index", "log", "memtable")
          .whereLayer("query")
          .mayOnlyAccessLayers(
              "columns", "packed", "fence", "block", "curve", "cache", "index", "memtable")
          .as("packages of grove are layered: root, queries and merges, write buffer, blocks");

  /** What an application calls; what is inside of it is reached by {@link Internals}. */
  @ArchTest
  static final ArchRule applicationsMeetNoTypesOfResearchers =
      methods()
          .that()
          .arePublic()
          .and()
          .areDeclaredInClassesThat(
              belongToAnyOf(
                  Store.class,
                  StoreFacade.class,
                  SpatialStore.class,
                  StoreOptions.class,
                  StoreStats.class,
                  Structure.class,
                  IndexStructure.class,
                  SpatialStructure.class,
                  KeyStructure.class,
                  RecordStructure.class,
                  GroveStructure.class,
                  EntryStructure.class,
                  EntrySnapshot.class,
                  Table.class,
                  TableOptions.class,
                  TableSnapshot.class,
                  TableBatch.class,
                  TableIndex.class,
                  KeyIndex.class,
                  GeometryIndex.class))
          .should(
              nameNoTypesOf(
                  "org.flashgrove.simulator..",
                  "org.flashgrove.efind..",
                  "org.flashgrove.indexes.tree..",
                  "org.flashgrove.indexes.structure..",
                  "org.flashgrove.core.node..",
                  "org.flashgrove.storage.node..",
                  "org.flashgrove.storage.component.."));

  private static ArchCondition<JavaMethod> nameNoTypesOf(String... packages) {
    DescribedPredicate<JavaClass> inside = resideInAnyPackage(packages);
    return new ArchCondition<>("name no types of " + String.join(", ", packages)) {
      @Override
      public void check(JavaMethod method, ConditionEvents events) {
        Stream.concat(Stream.of(method.getReturnType()), method.getParameterTypes().stream())
            .flatMap(type -> type.getAllInvolvedRawTypes().stream())
            .filter(inside)
            .forEach(
                type ->
                    events.add(
                        SimpleConditionEvent.violated(
                            method, method.getFullName() + " names " + type.getName())));
      }
    };
  }

  /**
   * The command line stands on access. Of the modules below access it uses the port of devices, and
   * types that public methods of access name, such as figures.
   */
  @ArchTest
  static void theCommandLineDoesNotReachPastAccess(JavaClasses classes) {
    Set<JavaClass> named = namedByAccess(classes);
    DescribedPredicate<JavaClass> hidden =
        DescribedPredicate.describe(
            "are inside of indexes, efind and storage",
            type -> isBelowAccess(type) && !named.contains(type));
    noClasses()
        .that()
        .resideInAPackage("org.flashgrove.cli..")
        .should()
        .dependOnClassesThat(hidden)
        .check(classes);
  }

  private static boolean isBelowAccess(JavaClass type) {
    return resideInAnyPackage(
            "org.flashgrove.indexes..", "org.flashgrove.efind..", "org.flashgrove.storage..")
        .and(not(resideInAPackage("org.flashgrove.storage.device..")))
        .test(type);
  }

  /** Returns the types that public methods of access and salvage name, directly or indirectly. */
  private static Set<JavaClass> namedByAccess(JavaClasses classes) {
    Set<JavaClass> named = new HashSet<>();
    Deque<JavaClass> reached = new ArrayDeque<>();
    for (JavaClass type : classes) {
      String name = type.getPackageName();
      boolean isApplications =
          name.startsWith("org.flashgrove.access") || name.equals("org.flashgrove.salvage");
      if (isApplications && !type.isEquivalentTo(Internals.class)) {
        publicMethods(type)
            .flatMap(ArchitectureTest::namedBy)
            .filter(ArchitectureTest::isBelowAccess)
            .filter(named::add)
            .forEach(reached::add);
      }
    }
    while (!reached.isEmpty()) {
      JavaClass type = reached.pop();
      publicMethods(type)
          .flatMap(
              method ->
                  type.isInterface()
                      ? namedBy(method)
                      : method.getReturnType().getAllInvolvedRawTypes().stream())
          .filter(ArchitectureTest::isBelowAccess)
          .filter(named::add)
          .forEach(reached::add);
    }
    return named;
  }

  /** A query passes what it finds to an entry, neighbour, pair or record visitor. */
  @ArchTest
  static void queriesHaveFourTypesOfVisitors(JavaClasses classes) {
    DescribedPredicate<JavaClass> areOfQueries =
        resideInAnyPackage("org.flashgrove.access..", "org.flashgrove.core.index..");
    assertThat(
            classes.stream()
                .filter(areOfQueries)
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(type -> type.getSimpleName().endsWith("Visitor"))
                .map(JavaClass::getSimpleName))
        .containsExactlyInAnyOrder(
            "EntryVisitor", "NeighbourVisitor", "PairVisitor", "RecordVisitor");
  }

  private static Stream<JavaClass> namedBy(JavaMethod method) {
    return Stream.concat(Stream.of(method.getReturnType()), method.getParameterTypes().stream())
        .flatMap(each -> each.getAllInvolvedRawTypes().stream());
  }

  private static Stream<JavaMethod> publicMethods(JavaClass type) {
    boolean isPublic = type.getModifiers().contains(JavaModifier.PUBLIC);
    return type.getMethods().stream()
        .filter(method -> isPublic && method.getModifiers().contains(JavaModifier.PUBLIC));
  }

  @ArchTest
  static final ArchRule nativeCallsStayInStorage =
      noClasses()
          .that()
          .resideOutsideOfPackage("org.flashgrove.storage..")
          .and()
          .doNotHaveSimpleName("CpuClock") // of the benchmark, which storage does not need
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.kenai.jffi..", "jnr..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule noCyclesBetweenModules =
      slices().matching("org.flashgrove.(*)..").should().beFreeOfCycles().allowEmptyShould(true);

  @ArchTest
  static final ArchRule noCyclesBetweenPackages =
      slices().matching("org.flashgrove.(**)").should().beFreeOfCycles().allowEmptyShould(true);

  @ArchTest
  static final ArchRule packagesAreNamedAfterWhatTheyHold =
      noClasses()
          .should()
          .resideInAnyPackage("..util..", "..common..", "..helper..", "..impl..")
          .because("such a name says nothing about what is inside")
          .allowEmptyShould(true);
}
