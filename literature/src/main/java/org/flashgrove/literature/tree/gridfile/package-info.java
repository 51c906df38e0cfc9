/** The grid file with a paged directory, a region tree whose leaves are cut along scales. */
package org.flashgrove.literature.tree.gridfile;
