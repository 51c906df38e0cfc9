/** The port between formats of files and their users: features, one at a time. */
package org.flashgrove.datasets.feature;
