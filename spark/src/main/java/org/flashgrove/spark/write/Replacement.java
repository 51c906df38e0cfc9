package org.flashgrove.spark.write;

import java.util.List;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.dataset.Manifest;

/**
 * A change of a dataset: new tables come, and some that there are go.
 *
 * @param path of the dataset
 * @param columns what rows have
 * @param settings how new tables are made
 * @param replaced files of the tables that go
 * @param base the manifest that the change was made for; version 0 if there was no dataset
 */
public record Replacement(
    String path, Columns columns, TableSettings settings, List<String> replaced, Manifest base) {}
