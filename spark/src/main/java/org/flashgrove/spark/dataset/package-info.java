/** Content of a dataset: its manifest, its tables, and the tiles that divide rows. */
package org.flashgrove.spark.dataset;
