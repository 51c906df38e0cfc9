/** An application: trees of a town, as an application of Spark with Sedona has them. */
package org.flashgrove.spark.example;
