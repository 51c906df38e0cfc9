/**
 * Writes of datasets. The driver divides rows into tiles, each task writes one table, and the
 * driver commits.
 */
package org.flashgrove.spark.write;
