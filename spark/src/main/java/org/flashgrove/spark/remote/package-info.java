/**
 * Sealed tables as single files on Hadoop file systems. A file is written once and read in ranges.
 */
package org.flashgrove.spark.remote;
