/** Conversion between Spark columns and the geometries and attributes of records. */
package org.flashgrove.spark.column;
