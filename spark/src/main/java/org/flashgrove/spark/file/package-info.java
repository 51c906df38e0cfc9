/** Reads of data files through the indexes next to them. */
package org.flashgrove.spark.file;
