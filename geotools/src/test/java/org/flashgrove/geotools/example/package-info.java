/** An example: a file of features becomes a store, and a window of it a map. */
package org.flashgrove.geotools.example;
