/** Content of a dataset: manifests, tables, commits, and the tiles that divide rows over tables. */
package org.flashgrove.spark.dataset;
