/** What a dataset is: its manifest, the tables it names, the tiles that rows are divided by. */
package org.flashgrove.spark.dataset;
