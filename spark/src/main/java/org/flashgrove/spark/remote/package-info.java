/** Sealed tables as single files of Hadoop's file systems: written whole, read by ranges. */
package org.flashgrove.spark.remote;
