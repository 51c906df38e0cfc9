/** Functions of geometries as WKB, for queries by Spark's expressions. */
package org.flashgrove.spark.function;
