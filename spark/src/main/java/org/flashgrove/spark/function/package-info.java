/** SQL functions of WKB geometries. */
package org.flashgrove.spark.function;
