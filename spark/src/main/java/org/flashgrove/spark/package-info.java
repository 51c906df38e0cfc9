/**
 * Data source for Apache Spark. It reads and writes datasets of many sealed tables, and provides a
 * catalog of geometry functions. Begin with {@link org.flashgrove.spark.FlashgroveSource}.
 */
package org.flashgrove.spark;
