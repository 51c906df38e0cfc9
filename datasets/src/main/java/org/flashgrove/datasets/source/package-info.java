/** Files that are read by position, from disk or over HTTP. */
package org.flashgrove.datasets.source;
