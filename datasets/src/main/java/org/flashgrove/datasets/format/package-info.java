/** All formats of data files, by name and by the ending of a file's name. */
package org.flashgrove.datasets.format;
