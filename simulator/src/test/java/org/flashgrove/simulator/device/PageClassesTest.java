package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.simulator.figures.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageClassesTest {
  /** Pages of a store with the class of each, for seven classes, four, three, two and one. */
  @ParameterizedTest
  @CsvSource({
    "page map or superblock, MAP, -1, 0, 0, 0, 0, 0",
    "run of an external sort, TEMP, -1, 0, 0, 0, 0, 0",
    "upper block of a Grove, INDEX, 0, 1, 1, 0, 0, 0",
    "lower block of a Grove, INDEX, 1, 2, 2, 1, 0, 0",
    "flushed LSM component, INDEX, 0, 1, 1, 0, 0, 0",
    "LSM component of level 2, INDEX, 2, 3, 2, 1, 0, 0",
    "LSM component of level 9, INDEX, 9, 5, 2, 1, 0, 0",
    "internal node, INTERNAL, -1, 1, 1, 0, 0, 0",
    "leaf node, LEAF, -1, 5, 2, 1, 0, 0",
    "node of unknown level, INDEX, -1, 5, 2, 1, 0, 0",
    "record, HEAP, -1, 5, 2, 1, 0, 0",
    "log, LOG, -1, 6, 3, 2, 1, 0"
  })
  void pagesThatAreReplacedAtSimilarTimesHaveTheSameClass(
      String page,
      Origin origin,
      int level,
      int ofSeven,
      int ofFour,
      int ofThree,
      int ofTwo,
      int ofOne) {
    int[] classes = {
      PageClasses.of(origin, level, 7),
      PageClasses.of(origin, level, 4),
      PageClasses.of(origin, level, 3),
      PageClasses.of(origin, level, 2),
      PageClasses.of(origin, level, 1)
    };
    assertThat(classes).as(page).containsExactly(ofSeven, ofFour, ofThree, ofTwo, ofOne);
  }

  /** The log is replaced as a whole, so its units contain nothing else. */
  @Test
  void theLogSharesItsClassWithNoOtherPages() {
    for (int classes = 2; classes <= 15; classes++) {
      int ofLog = PageClasses.of(Origin.LOG, PageClasses.UNKNOWN, classes);
      for (Origin origin : Origin.values()) {
        for (int level = PageClasses.UNKNOWN; level < 20 && origin != Origin.LOG; level++) {
          assertThat(PageClasses.of(origin, level, classes))
              .as("%s, level %d, %d classes", origin, level, classes)
              .isBetween(0, classes - 1)
              .isNotEqualTo(ofLog);
        }
      }
    }
  }

  /** Counts distinguish the blocks of an index by level, and other pages by their origin alone. */
  @ParameterizedTest
  @CsvSource({
    "INDEX, 0, COMPONENT_UPPER",
    "INDEX, 1, COMPONENT_LOWER",
    "INDEX, 7, COMPONENT_LOWER",
    "INDEX, -1, INDEX",
    "LEAF, 0, LEAF",
    "MAP, 2, MAP"
  })
  void blocksOfDifferentLevelsAreDifferentParts(Origin origin, int level, Origin part) {
    assertThat(PageClasses.part(origin, level)).isEqualTo(part);
  }
}
