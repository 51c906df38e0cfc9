package org.flashgrove.spark.write;

import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.dataset.Manifest;
import org.flashgrove.spark.dataset.TableChange;

/**
 * Change of a dataset by a write.
 *
 * @param path path of the dataset
 * @param columns columns of the rows to write
 * @param settings settings of new tables
 * @param base manifest that the write was prepared for; version 0 if there was no dataset
 * @param tables change of the dataset's list of tables
 */
public record TableReplacement(
    String path, Columns columns, TableSettings settings, Manifest base, TableChange tables) {}
