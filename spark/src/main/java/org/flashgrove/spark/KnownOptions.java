package org.flashgrove.spark;

import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.flashgrove.spark.dataset.SomeTables;
import org.flashgrove.spark.read.DatasetScanBuilder;
import org.flashgrove.spark.write.DatasetWriting;
import org.flashgrove.spark.write.TableSettings;

/**
 * Options of reads and writes. Names with a dot, such as {@code fs.s3a.endpoint}, are settings of
 * Hadoop file systems and are always allowed.
 */
enum KnownOptions {
  FILE(),
  READ(SomeTables.VERSION, SomeTables.FILES, DatasetScanBuilder.GAP),
  WRITE(
      DatasetWriting.PARTITIONS,
      DatasetWriting.ROWS,
      TableSettings.INDEX,
      TableSettings.PAGE_SIZE,
      TableSettings.INDEXED);

  private final List<String> own;

  KnownOptions(String... own) {
    this.own = List.of(own);
  }

  /**
   * Checks that all options are known.
   *
   * @throws IllegalArgumentException if an option is unknown; the message names the first unknown
   *     option
   */
  void require(CaseInsensitiveStringMap options) {
    TreeSet<String> allowed = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    allowed.add(FlashgroveSource.GEOMETRY);
    allowed.addAll(own);
    for (String option : new TreeSet<>(options.asCaseSensitiveMap().keySet())) {
      boolean isOfSpark = option.equalsIgnoreCase(FlashgroveSource.PATH);
      if (!isOfSpark && option.indexOf('.') < 0 && !allowed.contains(option)) {
        throw new IllegalArgumentException(
            "option "
                + option
                + " is no option of a "
                + name().toLowerCase(Locale.ROOT)
                + " (allowed: "
                + String.join(", ", allowed)
                + ", and settings of Hadoop)");
      }
    }
  }
}
