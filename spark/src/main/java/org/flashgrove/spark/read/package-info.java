/**
 * Reads of datasets: query planning with push-down, pruning of tables, and the readers that run in
 * tasks.
 */
package org.flashgrove.spark.read;
