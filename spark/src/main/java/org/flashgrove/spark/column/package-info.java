/** Columns of Spark as geometries and attributes of records. */
package org.flashgrove.spark.column;
