/**
 * Joins of datasets with each other and with rows of Spark, by the indexes of tables. Begin with
 * {@link org.flashgrove.spark.join.SpatialJoin} or {@link org.flashgrove.spark.join.NearestJoin}.
 */
package org.flashgrove.spark.join;
