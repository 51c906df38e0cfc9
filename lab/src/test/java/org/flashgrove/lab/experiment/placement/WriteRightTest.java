package org.flashgrove.lab.experiment.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.flashgrove.lab.experiment.placement.WriteRightDrive.HANDLES;
import static org.flashgrove.lab.experiment.placement.WriteRightDrive.ONE_TREE_CLASS;
import static org.flashgrove.lab.experiment.placement.WriteRightDrive.SETS;
import static org.flashgrove.lab.experiment.placement.WriteRightDrive.SIX_ZONES;
import static org.flashgrove.lab.experiment.placement.WriteRightDrive.ZONES;
import static org.flashgrove.lab.experiment.placement.WriteRightStructure.LEVELED;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.WriteMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A small form of the preset {@code write-right}. */
class WriteRightTest {
  private static final long SEED = 1;
  private static final int POINTS = 60_000;
  private static final int UNIT_PAGES = 16;
  private static final double FILL = 0.6;

  @ParameterizedTest
  @EnumSource(names = {"GROVE", "LEVELED"})
  void drivesCopyNothingOfAnIndexInUnits(WriteRightStructure structure) {
    WriteRightCell cell =
        new WriteRightCell(structure, WriteRightWorkload.INSERT, POINTS, UNIT_PAGES);
    WriteRightCell.Extent extent = cell.extent(1.2, SEED);
    Map<WriteRightDrive, WriteRightCell.Result> results = new EnumMap<>(WriteRightDrive.class);
    List<WriteRightDrive> drives =
        Stream.of(WriteRightDrive.values()).filter(drive -> !drive.isForTrees()).toList();
    for (WriteRightDrive drive : drives) {
      WriteRightCell.Result result = cell.run(drive, FILL, extent, SEED);
      conserve(result.figures());
      results.put(drive, result);
      if (drive.isInUnits()) {
        double most = drive == WriteRightDrive.ZONES ? 1 : 1.01;
        assertThat(result.writes().deviceAmplification()).as("%s", drive).isBetween(1.0, most);
        assertThat(result.figures().erases().total()).as("%s", drive).isPositive();
        WriteMatrix writes = result.writes();
        if (structure == LEVELED) { // a small Grove has one level
          assertThat(writes.ofPart(Origin.COMPONENT_UPPER)).as("%s", drive).isPositive();
        }
        assertThat(writes.ofPart(Origin.COMPONENT_LOWER)).as("%s", drive).isPositive();
        assertThat(writes.ofPart(Origin.INDEX)).as("%s", drive).isZero();
      }
    }
    // summaries and collection cost pages; short pages in summaries save pages, and so do merges of
    // Groves that empty units
    double least = structure == WriteRightStructure.GROVE ? 0.75 : 0.9;
    double plain = results.get(WriteRightDrive.PLAIN).hostPagesPerOperation();
    for (WriteRightDrive drive : drives) {
      double pages = results.get(drive).hostPagesPerOperation();
      assertThat(pages / plain)
          .as("%s", drive)
          .isBetween(drive.isInUnits() ? least : 1, drive.isInUnits() ? 1.08 : 1);
    }
  }

  /** The files of an LSM index fill a drive to 90 %. Its valid pages and the spare units fit. */
  @Test
  void anLsmIndexFitsIntoNearlyFullDrives() {
    WriteRightCell cell =
        new WriteRightCell(LEVELED, WriteRightWorkload.INSERT, 100_000, UNIT_PAGES);
    WriteRightCell.Extent extent = cell.extent(1.2, SEED);
    for (WriteRightDrive drive : List.of(SETS, HANDLES, ZONES)) {
      WriteRightCell.Result result = cell.run(drive, 0.9, extent, SEED);
      assertThat(result).as("%s", drive).isNotNull();
      conserve(result.figures());
      assertThat(result.writes().deviceAmplification()).as("%s", drive).isBetween(1.0, 1.01);
    }
  }

  /** Moves in units program fewer pages than on a plain drive only because merges empty units. */
  @Test
  void groveWritesLessWithMergesThatEmptyUnits() {
    WriteRightCell cell =
        new WriteRightCell(WriteRightStructure.GROVE, WriteRightWorkload.MOVE, POINTS, UNIT_PAGES);
    WriteRightCell.Extent extent = cell.extent(3, SEED);
    double plain = cell.run(WriteRightDrive.PLAIN, 0.7, extent, SEED).programsPerOperation();
    double sets = cell.run(WriteRightDrive.SETS, 0.7, extent, SEED).programsPerOperation();
    assertThat(sets / plain).isLessThan(1);
  }

  /**
   * If all points move equally often, blocks end in the order of writing and a plain drive copies
   * almost nothing. Then units save less than if most moves are in a hot area.
   */
  @Test
  void unitsSaveMoreIfSomeBlocksEndSoonerThanOthers() {
    double even = programsOfZones(WriteRightWorkload.EVEN_MOVE, 1.03);
    double hot = programsOfZones(WriteRightWorkload.MOVE, Double.MAX_VALUE);
    assertThat(hot).isLessThan(0.95 * even);
  }

  /** Returns the programs on zones at a fill of 90 %, relative to a plain drive. */
  private static double programsOfZones(WriteRightWorkload workload, double mostOfPlain) {
    WriteRightCell cell =
        new WriteRightCell(WriteRightStructure.GROVE, workload, POINTS, UNIT_PAGES);
    WriteRightCell.Extent extent = cell.extent(3, SEED);
    WriteRightCell.Result plain = cell.run(WriteRightDrive.PLAIN, 0.9, extent, SEED);
    assertThat(plain.writes().deviceAmplification()).isLessThan(mostOfPlain);
    return cell.run(ZONES, 0.9, extent, SEED).programsPerOperation() / plain.programsPerOperation();
  }

  /** An R*-tree in zones of six classes has its pages in three of them, by how long they last. */
  @Test
  void zonesProgramLessIfTreePagesAreGroupedByLifetime() {
    WriteRightCell cell =
        new WriteRightCell(WriteRightStructure.RSTAR, WriteRightWorkload.MOVE, 15_000, UNIT_PAGES);
    WriteRightCell.Extent extent = cell.extent(12, SEED);
    double grouped = cell.run(SIX_ZONES, FILL, extent, SEED).programsPerOperation();
    double mixed = cell.run(ONE_TREE_CLASS, FILL, extent, SEED).programsPerOperation();
    assertThat(grouped / mixed).isLessThan(0.97);
  }

  /** The pages that a drive programs are the pages of the host and the copies. */
  private static void conserve(DeviceStats figures) {
    assertThat(figures.writes().ofHost()).isEqualTo(figures.hostPageWrites());
    assertThat(figures.writes().total()).isEqualTo(figures.hostPageWrites() + figures.gcCopies());
    assertThat(figures.writes().ofCause(Cause.GC)).isEqualTo(figures.gcCopies());
    // open units are erased later
    assertThat(figures.erases().total() * UNIT_PAGES)
        .isBetween(
            figures.writes().total() - 30 * UNIT_PAGES, figures.writes().total() + 30 * UNIT_PAGES);
  }

  /** The hot area is a fifth of the domain. It has a fifth or four fifths of the moves. */
  @ParameterizedTest
  @CsvSource({"MOVE, 7800, 8200", "EVEN_MOVE, 1800, 2200"})
  void movesAreInTheHotAreaOrEven(WriteRightWorkload workload, int least, int most) {
    WriteRightWorkload.Changes changes = workload.changes(1_000, SEED);
    int hot = 0;
    for (int i = 0; i < 10_000; i++) {
      changes.next();
      assertThat(changes.newId()).isEqualTo(changes.id());
      boolean isHot = changes.before()[0] < 200;
      assertThat(changes.after()[0] < 200).isEqualTo(isHot);
      assertThat(changes.id() < 200).isEqualTo(isHot);
      hot += isHot ? 1 : 0;
    }
    assertThat(hot).isBetween(least, most);
    assertThat(changes.count()).isEqualTo(10_000);
  }

  /** Half of the drive's pages are in use at a fill of 50 %, and nine tenths at 90 %. */
  @ParameterizedTest
  @CsvSource({"0.5, 200", "0.8, 125", "0.9, 112"})
  void theSizeOfADriveFollowsFromItsFill(double fill, int units) {
    WriteRightCell cell =
        new WriteRightCell(
            WriteRightStructure.GROVE, WriteRightWorkload.INSERT, POINTS, UNIT_PAGES);
    assertThat(cell.hostUnits(new WriteRightCell.Extent(1_600, 100), fill)).isEqualTo(units);
  }

  @ParameterizedTest
  @EnumSource(names = {"GROVE", "BINOMIAL", "RSTAR", "EFIND"})
  void aRunKeepsTheNumberOfPoints(WriteRightStructure structure) {
    WriteRightCell cell =
        new WriteRightCell(structure, WriteRightWorkload.INSERT, 5_000, UNIT_PAGES);
    String drive = WriteRightDrive.ZONES.spec(1_000, UNIT_PAGES);
    try (ReplacementRun run = new ReplacementRun(cell, drive, SEED)) {
      run.replace(6_000);
      assertThat(run.operations()).isEqualTo(6_000);
      assertThat(run.size()).isEqualTo(5_000);
      assertThat(run.problems()).isEmpty();
    }
  }
}
