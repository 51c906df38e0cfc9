package org.flashgrove.spark.write;

import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.dataset.Manifest;
import org.flashgrove.spark.dataset.TableChange;

/**
 * A change of a dataset: new tables come, and some that there are go.
 *
 * @param path of the dataset
 * @param columns what rows have
 * @param settings how new tables are made
 * @param base the manifest that the change was made for; version 0 if there was no dataset
 * @param tables tables to replace
 */
public record TableReplacement(
    String path, Columns columns, TableSettings settings, Manifest base, TableChange tables) {}
