/** Writing: rows are divided into tiles, each task fills one table, the driver commits. */
package org.flashgrove.spark.write;
