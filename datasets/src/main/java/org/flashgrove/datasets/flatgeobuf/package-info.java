/** FlatGeobuf, read from front to end and written with its index. */
package org.flashgrove.datasets.flatgeobuf;
