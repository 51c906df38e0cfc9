/** Reading: what of a query is pushed down, which tables it needs, what tasks do. */
package org.flashgrove.spark.read;
