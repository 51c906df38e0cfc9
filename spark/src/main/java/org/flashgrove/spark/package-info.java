/** Datasets of many sealed tables as a data source of Apache Spark, and a catalog of functions. */
package org.flashgrove.spark;
