package org.flashgrove.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What packages of this module know of each other and of other modules. */
@AnalyzeClasses(
    packages = "org.flashgrove.spark",
    importOptions = ImportOption.DoNotIncludeTests.class)
class PackagesTest {
  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("org.flashgrove.spark.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule onlyTheSurfaceKnowsAllPackages =
      noClasses()
          .that()
          .resideInAPackage("org.flashgrove.spark.*..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.flashgrove.spark");

  @ArchTest
  static final ArchRule datasetsKnowNoTables =
      noClasses()
          .that()
          .resideInAPackage("org.flashgrove.spark.dataset..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.flashgrove.access..", "org.flashgrove.storage..");

  @ArchTest
  static final ArchRule tablesAreReachedByTheirPublicModule =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.flashgrove.indexes..",
              "org.flashgrove.efind..",
              "org.flashgrove.simulator..",
              "org.flashgrove.cli..");

  @ArchTest
  static final ArchRule onlyFileKnowsDataFiles =
      noClasses()
          .that()
          .resideOutsideOfPackage("org.flashgrove.spark.file..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.flashgrove.sidecar..", "org.flashgrove.datasets..");

  @ArchTest
  static final ArchRule onlyRemoteKnowsFiles =
      noClasses()
          .that()
          .resideOutsideOfPackage("org.flashgrove.spark.remote..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.flashgrove.storage.file..");
}
