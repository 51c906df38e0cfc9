/** FlatGeobuf files, read sequentially and written with an index. */
package org.flashgrove.datasets.flatgeobuf;
