/** Joins of datasets with each other and with rows of Spark, by the indices of tables. */
package org.flashgrove.spark.join;
